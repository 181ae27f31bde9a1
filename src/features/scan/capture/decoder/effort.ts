/**
 * How much effort goes into reading a picture.
 * - glance: one pass, and a second over places where a code was seen but not read.
 * - quick: if that found nothing, a second pass over the whole picture, sharpened.
 * - thorough: codes that were seen but not read are flattened; if that found nothing, more passes, enlarged and
 *   smoothed.
 * - everywhere: in tiles at every scale, for photos, in which every code must be found, however large or small.
 */
export const efforts = ['glance', 'quick', 'thorough', 'everywhere'] as const
export type Effort = (typeof efforts)[number]
