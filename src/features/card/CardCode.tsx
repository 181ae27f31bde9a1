import type { CardCodes, CodeDrawing } from './codeDrawing.ts'

interface CardCodeProps {
  name: keyof CardCodes
  /** Null: to be filled in before the app starts. */
  drawing: CodeDrawing | null
  /** The light margin that readers need, in modules. */
  margin: { x: number; y: number }
  label: string
  className: string | undefined
}

/** A QR code or barcode, dark on light in both themes. */
export function CardCode({ name, drawing, margin: { x, y }, label, className }: CardCodeProps) {
  const shape = {
    className,
    preserveAspectRatio: 'none',
    shapeRendering: 'crispEdges',
    role: 'img',
    'aria-label': label,
  }
  if (drawing === null) {
    return (
      <svg {...shape} data-card-code={name} data-margin-x={x} data-margin-y={y}>
        <path />
      </svg>
    )
  }
  const { width, height, path } = drawing
  return (
    <svg {...shape} viewBox={[-x, -y, width + 2 * x, height + 2 * y].join(' ')}>
      <path d={path} />
    </svg>
  )
}
