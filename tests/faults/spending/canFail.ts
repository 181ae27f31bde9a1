// The operations of `run.ts` with servers that make a mistake: each must show as a difference, or the proof would prove nothing.
import { copyWith, mistakes } from './mistakes.ts'
import { trySpending } from './spending.ts'

let [noticed, missed] = [0, 0]
for (const [name, mistake] of Object.entries(mistakes)) {
  const { folder: root, remove } = await copyWith(mistake)
  try {
    const { differences } = await trySpending({ members: 30, operations: 500, seed: 1, root, log: () => undefined })
    const [first] = differences
    if (first === undefined) missed += 1
    else noticed += 1
    console.log(
      first === undefined ? `NOT NOTICED  ${name}` : `noticed  ${name}\n         ${differences.length}: ${first}`,
    )
  } finally {
    await remove()
  }
}
console.log(`${noticed} passed, ${missed} failed`)
process.exitCode = missed === 0 ? 0 : 1
