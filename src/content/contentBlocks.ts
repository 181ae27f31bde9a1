import type { ContentBlock } from '#contract/content.ts'

/** The block with a code, or null if the contents have none (yet). */
export function blockWithCode(blocks: readonly ContentBlock[] | undefined, code: string): ContentBlock | null {
  return blocks?.find((block) => block.code === code) ?? null
}

/** The blocks below a page (`page/part`), in the order of `seq`. */
export function blocksOfPage(blocks: readonly ContentBlock[] | undefined, page: string): ContentBlock[] {
  return sortBySeq((blocks ?? []).filter(({ code }) => code.startsWith(`${page}/`)))
}

/** Sorts by `seq`; blocks with equal `seq` keep their order. */
export function sortBySeq(blocks: readonly ContentBlock[]): ContentBlock[] {
  return blocks.toSorted((one, other) => one.seq - other.seq)
}
