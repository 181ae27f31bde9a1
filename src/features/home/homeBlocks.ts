import type { ContentBlock } from '#contract/content.ts'

/** Blocks from here on stand at the bottom of home, those before it on top (specification section 9). */
const bottomFrom = 101

/** Home's blocks, where each stands, in the order of `seq`; of equals, as the contents have them. */
export function homeBlocks(blocks: readonly ContentBlock[]): { top: ContentBlock[]; bottom: ContentBlock[] } {
  const ordered = blocks.toSorted((one, other) => one.seq - other.seq)
  return {
    top: ordered.filter(({ seq }) => seq < bottomFrom),
    bottom: ordered.filter(({ seq }) => seq >= bottomFrom),
  }
}

/** The main step of the tutorial (seq 0), or null where the contents have none. */
export function mainStep(tutorial: readonly ContentBlock[]): ContentBlock | null {
  return tutorial.find(({ seq }) => seq === 0) ?? null
}
