import { formatFigure } from '#server/domain/figures.ts'

const width = 30

/**
 * Shows how far a command has come: a bar on a terminal, and lines elsewhere.
 *
 * @param stream where it is shown
 */
export function showProgress(stream: { isTTY?: boolean; write: (text: string) => unknown }) {
  return (step: string, done: number, total: number): void => {
    const figures = `${step} ${formatFigure(done)} of ${formatFigure(total)}`
    if (!stream.isTTY) {
      console.error(figures)
      return
    }
    const filled = Math.round((done / Math.max(total, 1)) * width)
    stream.write(`\r[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${figures}${done === total ? '\n' : ''}`)
  }
}
