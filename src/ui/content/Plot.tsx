import { formatPoints } from '#src/i18n/numbers.ts'
import styles from './Plot.module.css'
import { plotScale } from './plotScale.ts'

/** How the parts of a column look: told apart by lightness as well, so that a print without colour says the same. */
export type Tone = 'accent' | 'brass' | 'info' | 'success' | 'ink' | 'plain'

/** A part of every column, with a value for each. */
export interface PlotPart {
  title: string
  tone: Tone
  values: readonly number[]
  /** What the legend says of all values. */
  figure: string
  /** Below the line rather than above it. */
  isBelow?: boolean
}

interface PlotProps {
  /** What it shows, for screen readers: the figures themselves are in the table beside it. */
  label: string
  /** `title` is shown by the pointer, `label` below the column; it may be empty. */
  columns: readonly { key: string; title: string; label: string }[]
  parts: readonly PlotPart[]
  format?: (value: number) => string
}

/** What the parts of a plot are, and their figures; or figures that are not drawn, which have no tone. */
export function Legend({ lines }: { lines: readonly { title: string; tone?: Tone; figure: string }[] }) {
  return (
    <ul className={styles['legend']}>
      {lines.map(({ title, tone, figure }) => (
        <li key={title}>
          {tone && <span className={styles['mark']} data-tone={tone} />}
          {title} <strong>{figure}</strong>
        </li>
      ))}
    </ul>
  )
}

/** The width of a column in the drawing, and of what is drawn of it. */
const [columnWidth, barWidth] = [10, 6.4]

/** Values side by side, each column made of its parts. */
export function Plot({ label, columns, parts, format = formatPoints }: PlotProps) {
  const sumAt = (index: number, isBelow: boolean) =>
    parts.reduce((sum, part) => ((part.isBelow ?? false) === isBelow ? sum + (part.values[index] ?? 0) : sum), 0)
  const most = (isBelow: boolean) => Math.max(0, ...columns.map((_, index) => sumAt(index, isBelow)))
  const { lines, placeOf } = plotScale(most(false), most(true))
  const width = columns.length * columnWidth
  const lineText = (value: number) => format(Math.abs(value))
  const longest = Math.max(...lines.map((line) => lineText(line).length))
  return (
    <div className={styles['plot']}>
      <Legend lines={parts} />
      <div className={styles['drawing']}>
        <div className={styles['scale']} style={{ inlineSize: `${longest}ch` }} aria-hidden="true">
          {lines.map((line) => (
            <span key={line} style={{ insetBlockStart: `${placeOf(line)}%` }}>
              {lineText(line)}
            </span>
          ))}
        </div>
        <svg viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" role="img" aria-label={label}>
          {lines.map((line) => (
            <line
              key={line}
              x1={0}
              x2={width}
              y1={placeOf(line)}
              y2={placeOf(line)}
              data-zero={line === 0 || undefined}
            />
          ))}
          {columns.map(({ key, title }, index) => (
            <g key={key}>
              <title>{title}</title>
              {stack(parts, index).map(({ part, from, to }) => (
                <rect
                  key={part.title}
                  data-tone={part.tone}
                  x={index * columnWidth + (columnWidth - barWidth) / 2}
                  width={barWidth}
                  y={placeOf(to)}
                  height={placeOf(from) - placeOf(to)}
                />
              ))}
            </g>
          ))}
        </svg>
        <div className={styles['labels']} aria-hidden="true">
          {columns.map(({ key, label: text }) => (
            <span key={key}>{text}</span>
          ))}
        </div>
      </div>
    </div>
  )
}

/** The parts of a column that have a value, from their lower to their upper edge: each on the one before it. */
function stack(parts: readonly PlotPart[], index: number) {
  let [above, below] = [0, 0]
  return parts.flatMap((part) => {
    const value = part.values[index] ?? 0
    if (value === 0) return []
    if (part.isBelow) {
      below -= value
      return [{ part, from: below, to: below + value }]
    }
    above += value
    return [{ part, from: above - value, to: above }]
  })
}

interface BarPlotProps {
  /** What it shows, for screen readers. */
  label: string
  bars: readonly { key: string; title: string; value: number; figure: string }[]
}

/** Values below each other, each with its name. */
export function BarPlot({ label, bars }: BarPlotProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul aria-label={label} className={styles['bars']}>
      {bars.map(({ key, title, value, figure }) => (
        <li key={key} className={styles['bar']}>
          <span>{title}</span>
          <strong>{figure}</strong>
          <span className={styles['value']} style={{ inlineSize: `${(value / most) * 100}%` }} />
        </li>
      ))}
    </ul>
  )
}
