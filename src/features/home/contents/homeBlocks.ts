import type { ContentBlock } from '#contract/content.ts'

/** Blocks with this `seq` or a higher one go to the bottom of home, the others to the top (specification section 9). */
const bottomFrom = 101

/** Home's blocks at the top and at the bottom, each ordered by `seq`; equal ones keep the order of the contents. */
export function homeBlocks(blocks: readonly ContentBlock[]): { top: ContentBlock[]; bottom: ContentBlock[] } {
  const ordered = blocks.toSorted((one, other) => one.seq - other.seq)
  return {
    top: ordered.filter(({ seq }) => seq < bottomFrom),
    bottom: ordered.filter(({ seq }) => seq >= bottomFrom),
  }
}

/** The main step of the tutorial (seq 0), or null if the contents have none. */
export function mainStep(tutorial: readonly ContentBlock[]): ContentBlock | null {
  return tutorial.find(({ seq }) => seq === 0) ?? null
}
