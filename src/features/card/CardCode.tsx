import type { CodeDrawing } from './cardCodes.ts'

interface CardCodeProps {
  drawing: CodeDrawing
  /** The light margin that readers need, in modules. */
  margin: { x: number; y: number }
  label: string
  className: string | undefined
}

/** A QR code or bar code, dark on light in both themes. */
export function CardCode({ drawing: { width, height, path }, margin, label, className }: CardCodeProps) {
  const box = [-margin.x, -margin.y, width + 2 * margin.x, height + 2 * margin.y].join(' ')
  return (
    <svg
      className={className}
      viewBox={box}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  )
}
