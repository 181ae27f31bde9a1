declare module 'subset-font' {
  /** Keeps the given characters of a font, and the given OpenType features. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; keepFeatures: readonly string[] },
  ): Promise<Buffer>
}
