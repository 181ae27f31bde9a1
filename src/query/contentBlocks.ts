import type { ContentBlock } from '#contract/content.ts'

/** The block that is for a purpose, or null where the contents (still) have none. */
export function blockWithCode(blocks: readonly ContentBlock[] | undefined, code: string): ContentBlock | null {
  return blocks?.find((block) => block.code === code) ?? null
}

/** The blocks below a page (`page/part`), in the order of `seq`. */
export function blocksBelow(blocks: readonly ContentBlock[] | undefined, page: string): ContentBlock[] {
  return bySeq((blocks ?? []).filter(({ code }) => code.startsWith(`${page}/`)))
}

/** In the order of `seq`; of equals, as the contents have them. */
export function bySeq(blocks: readonly ContentBlock[]): ContentBlock[] {
  return blocks.toSorted((one, other) => one.seq - other.seq)
}
