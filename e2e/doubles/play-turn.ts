/** Plays one turn of a scenario into an open request; how a piece is written down is the protocol's matter. */
import type { Exchange } from './loopback.ts';
import { countTokens, isObject, sharedTokens } from './prompt-tokens.ts';
import type { Scenario, Turn } from './scenario.ts';

export type PieceKind = 'thinking' | 'content';

export interface Spoken {
  readonly content: string;
  readonly thinking: string;
  readonly promptTokens: number;
  readonly outputTokens: number;
  readonly doneReason: Turn['doneReason'];
  /** Milliseconds: until the first piece, and from there to the end. */
  readonly readMs: number;
  readonly spokeMs: number;
}

/** The wire format of one protocol. */
export interface Wire {
  readonly streams: boolean;
  readonly contentType: string;
  /** Written before the first piece. */
  readonly opening: string;
  piece(kind: PieceKind, text: string): string;
  errorLine(text: string): string;
  closing(spoken: Spoken): string;
  /** The whole reply of a request that does not stream. */
  whole(spoken: Spoken): unknown;
  error(status: number, text: string): unknown;
}

interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
}

/** Speaks the turn from the prompt's reading to its end, or to where it breaks. Rejects when the client leaves. */
export async function playTurn(exchange: Exchange, turn: Turn, wire: Wire, promptTokens: number, thinks: boolean): Promise<void> {
  const began = performance.now();
  await exchange.pause(turn.firstDelayMs);
  if (turn.status !== undefined) return refuse(exchange, turn, turn.status, wire);
  const pieces = piecesOf(turn, thinks);
  const readMs = performance.now() - began;
  for (const [index, { kind, text }] of pieces.entries()) {
    if (index > 0) await exchange.pause(turn.delayMs);
    await speak(exchange, turn, wire, wire.piece(kind, text), index === 0);
  }
  const told = (kind: PieceKind): string => pieces.map((piece) => (piece.kind === kind ? piece.text : '')).join('');
  const content = told('content');
  const spoken = [...content].length;
  if (turn.cutAfter !== undefined && spoken >= turn.cutAfter) return exchange.cut();
  if (turn.stallAfter !== undefined && spoken >= turn.stallAfter) return exchange.stall();
  if (turn.errorLine !== undefined) return breakOff(exchange, turn, wire, turn.errorLine, pieces.length > 0);
  const thinking = told('thinking');
  const outputTokens = turn.usage?.evalCount ?? countTokens(content) + countTokens(thinking);
  const spokeMs = performance.now() - began - readMs;
  const result = { content, thinking, promptTokens, outputTokens, doneReason: turn.doneReason, readMs, spokeMs };
  if (!wire.streams) return exchange.json(200, wire.whole(result));
  await speak(exchange, turn, wire, wire.closing(result), pieces.length === 0);
  exchange.end();
}

/** Headers go out with the first piece, as with a server that learns only then whether there is one. */
async function speak(exchange: Exchange, turn: Turn, wire: Wire, line: string, first: boolean): Promise<void> {
  if (!wire.streams) return;
  if (first) exchange.open(200, wire.contentType);
  await exchange.write(first ? wire.opening + line : line, turn.packetBytes);
  // The first piece leaves at once, however many follow without a pause.
  if (first) await new Promise((resolve) => setImmediate(resolve));
}

async function breakOff(exchange: Exchange, turn: Turn, wire: Wire, text: string, begun: boolean): Promise<void> {
  if (!wire.streams || !begun) return exchange.json(500, wire.error(500, text));
  await exchange.write(wire.errorLine(text), turn.packetBytes);
  exchange.end();
}

function refuse(exchange: Exchange, turn: Turn, status: number, wire: Wire): void {
  const headers: Record<string, string> = turn.retryAfter === undefined ? {} : { 'retry-after': String(turn.retryAfter) };
  const body = turn.body ?? 'internal server error';
  if (isObject(body)) exchange.json(status, body, headers);
  else if (body.trimStart().startsWith('<')) exchange.send(status, 'text/html; charset=utf-8', body, headers);
  else exchange.json(status, wire.error(status, body), headers);
}

/** What is spoken before the turn ends or breaks. */
function piecesOf(turn: Turn, thinks: boolean): Piece[] {
  const thinking = turn.thinking ?? '';
  const inline = thinking !== '' && turn.thinkingInline ? `<think>\n${thinking}\n</think>\n\n` : '';
  const apart = thinking !== '' && !turn.thinkingInline && thinks ? thinking : '';
  const end = Math.min(...[turn.cutAfter, turn.stallAfter, turn.errorAfter].map((limit) => limit ?? Number.POSITIVE_INFINITY));
  const piece = (kind: PieceKind) => (text: string) => ({ kind, text });
  return [
    ...slices(apart, turn.pieceLength).map(piece('thinking')),
    ...slices(inline + textOf(turn), turn.pieceLength, end).map(piece('content')),
  ];
}

function textOf(turn: Turn): string {
  if (turn.decision === undefined) return turn.text ?? '';
  const answer = turn.decision['answer'];
  if (turn.answerLength === undefined || typeof answer !== 'string' || answer === '') return JSON.stringify(turn.decision);
  const long = answer.repeat(Math.ceil(turn.answerLength / answer.length)).slice(0, turn.answerLength);
  return JSON.stringify({ ...turn.decision, answer: long });
}

/** Whole characters only: a model's server holds half a character back. */
function slices(text: string, length: number, end = Number.POSITIVE_INFINITY): string[] {
  const characters = /[\ud800-\udfff]/.test(text) ? [...text] : text;
  const last = Math.min(end, characters.length);
  const found: string[] = [];
  for (let at = 0; at < last; at += length) {
    const part = characters.slice(at, Math.min(at + length, last));
    found.push(typeof part === 'string' ? part : part.join(''));
  }
  return found;
}

/** How a prompt meets the window it has: what is told of it, or the tokens it was refused over. */
export type Reading =
  | { readonly kind: 'read'; readonly all: number; readonly shared: number; readonly told: number }
  | { readonly kind: 'refused'; readonly all: number; readonly limit: number };

export interface ReadingInput {
  readonly scenario: Scenario;
  readonly turn: Turn;
  readonly prompt: string;
  /** The prompt before on the same loaded model, '' if none. */
  readonly previous: string;
  /** Tokens. */
  readonly window: number;
  readonly refuses: boolean;
}

export function readPrompt({ scenario, turn, prompt, previous, window, refuses }: ReadingInput): Reading {
  const all = countTokens(prompt);
  const limit = turn.refusesOver ?? (refuses ? window : Number.POSITIVE_INFINITY);
  if (all > limit) return { kind: 'refused', all, limit };
  const kept = Math.min(all, turn.truncatesAt ?? window);
  // A prompt that was cut begins otherwise than the one before: nothing of it is reused.
  const shared = kept < all ? 0 : sharedTokens(previous, prompt);
  const counted = scenario.countsOnlyNew ? Math.max(1, kept - shared) : kept;
  return { kind: 'read', all, shared, told: turn.usage?.promptEvalCount ?? counted };
}
