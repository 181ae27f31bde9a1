import { defineConfig } from 'vitest/config'

/**
 * The tests that Stryker runs for each mutant (`npm run faults -- mutants`): those of the outbox and of the domain that
 * need Node alone. `stryker.json` leaves out the files of the domain that only the server’s tests reach.
 */
export default defineConfig({
  test: {
    isolate: false,
    env: { TZ: 'Asia/Hong_Kong', MODEL_SAMPLE: 'yes' },
    include: ['src/outbox/**/*.test.ts', 'tests/outbox/*.test.ts', 'server/domain/**/*.test.ts'],
  },
})
