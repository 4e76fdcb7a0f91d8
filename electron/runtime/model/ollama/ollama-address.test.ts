/** Addresses of Ollama as people and Ollama itself write them. */
import { describe, expect, test } from 'vitest';
import { ollamaAddress } from './ollama-address.ts';

const USUAL = 'http://127.0.0.1:11434';

describe('an address of Ollama', () => {
  test.each([
    ['', USUAL],
    ['   ', USUAL],
    ['localhost', 'http://localhost:11434'],
    ['localhost:8080', 'http://localhost:8080'],
    [':8080', 'http://127.0.0.1:8080'],
    ['0.0.0.0', USUAL],
    ['0.0.0.0:8080', 'http://127.0.0.1:8080'],
    ['http://0.0.0.0:11434/', USUAL],
    ['http://10.0.0.4', 'http://10.0.0.4:80'],
    ['https://ollama.example.com', 'https://ollama.example.com:443'],
    ['https://example.com:8443/ollama/', 'https://example.com:8443/ollama'],
    ['HTTP://Box.Local:11434', 'http://box.local:11434'],
    ['http://127.0.0.1:11434/api', USUAL],
    ['http://127.0.0.1:11434/v1/', USUAL],
    ['http://127.0.0.1:11434/?a=1#b', USUAL],
    ['::1', 'http://[::1]:11434'],
    ['[::1]', 'http://[::1]:11434'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['[::]:8080', 'http://[::1]:8080'],
    ['::', 'http://[::1]:11434'],
    ['my_box:01143', 'http://my_box:1143'],
    ['模型.example:80', 'http://xn--xgs754b.example:80'],
  ])('%j is %s, as a setting and as OLLAMA_HOST', (text, value) => {
    expect(ollamaAddress(text, {})).toEqual({ ok: true, value });
    expect(ollamaAddress('', { OLLAMA_HOST: text })).toEqual({ ok: true, value });
  });

  test('is the setting before the environment', () => {
    expect(ollamaAddress('one:1', { OLLAMA_HOST: 'two:2' })).toEqual({ ok: true, value: 'http://one:1' });
    expect(ollamaAddress('', { OLLAMA_HOST: '"two:2"' })).toEqual({ ok: true, value: 'http://two:2' });
  });

  test('has the usual port where OLLAMA_HOST has none that is one, as with Ollama', () => {
    expect(ollamaAddress('', { OLLAMA_HOST: 'box:99999' })).toEqual({ ok: true, value: 'http://box:11434' });
    expect(ollamaAddress('', { OLLAMA_HOST: 'https://box:abc' })).toEqual({ ok: true, value: 'https://box:443' });
  });

  test.each([
    ['ftp://box', 'ftp://box', 'only http and https can be asked'],
    ['http://', 'http://', 'there is no host'],
    ['box:99999', 'box:99999', 'the port is none'],
    ['box:0', 'box:0', 'the port is none'],
    ['box:abc', 'box:abc', 'the port is none'],
    ['box:', 'box:', 'the port is none'],
    ['my box', 'my box', 'the host is none'],
    ['<script>', '<script>', 'the host is none'],
    ['http://[::1', 'http://[::1', 'the host is none'],
    ['http://me:secret@box:11434', 'http://box:11434', 'a name and password cannot stand in it'],
    ['me:secret@box', 'box', 'a name and password cannot stand in it'],
  ])('%j is refused, without a password in the words', (text, url, detail) => {
    expect(ollamaAddress(text, {})).toEqual({ ok: false, error: { code: 'model_address', params: { url }, detail } });
  });
});
