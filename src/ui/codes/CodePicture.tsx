import { codeMargins, type Codes, type CodeDrawing } from './codeDrawing.ts'

interface CodePictureProps {
  kind: keyof Codes
  drawing: CodeDrawing
  /** What it is the code of. */
  label: string
  className: string | undefined
}

/** A QR code or barcode with its light margin. Whoever shows it gives it a light ground and dark ink in both themes. */
export function CodePicture({ kind, drawing: { width, height, path }, label, className }: CodePictureProps) {
  const { x, y } = codeMargins[kind]
  return (
    <svg
      className={className}
      viewBox={[-x, -y, width + 2 * x, height + 2 * y].join(' ')}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  )
}
