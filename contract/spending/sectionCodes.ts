/** The sections of the reward list, in their order (specification section 2). */
export const sectionCodes = [
  'events',
  'rewards',
  'special-offer',
  'all-year-round',
  'arts-and-culture',
  'bookstore-and-cultural-institution',
  'lifestyle',
  'music-centre-and-institution',
  'restaurant',
] as const
export type SectionCode = (typeof sectionCodes)[number]

/** In place of a section: all of them that have rewards. */
export const allRewards = 'all-rewards'
