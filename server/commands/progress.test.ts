import { expect, onTestFinished, test, vi } from 'vitest'
import { showProgress } from './progress.ts'

test('A terminal shows one bar that fills; elsewhere there is a line for each step, without control characters', () => {
  const drawn: string[] = []
  const write = (text: string) => drawn.push(text)
  const onTerminal = showProgress({ isTTY: true, write })
  onTerminal('Stored', 5000, 10_000)
  onTerminal('Stored', 10_000, 10_000)
  expect(drawn).toEqual([
    `\r[${'#'.repeat(15)}${'.'.repeat(15)}] Stored 5,000 of 10,000`,
    `\r[${'#'.repeat(30)}] Stored 10,000 of 10,000\n`,
  ])
  const lines: unknown[] = []
  const spy = vi.spyOn(console, 'error').mockImplementation((line) => lines.push(line))
  onTestFinished(() => spy.mockRestore())
  showProgress({ write })('Stored', 5000, 10_000)
  expect(lines).toEqual(['Stored 5,000 of 10,000'])
  expect(drawn).toHaveLength(2)
})
