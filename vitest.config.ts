import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{electron,renderer,shared,scripts}/**/*.test.{ts,tsx}'],
    environment: 'node',
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // A poll ends with what it waits for; how long that takes is the machine's matter.
    expect: { poll: { timeout: 15_000 } },
  },
});
