export function chromiumPath(): string | undefined;
export function ensureSystemTools(): string[];
