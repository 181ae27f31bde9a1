import { codeMargins, type Codes, type CodeDrawing } from './codeDrawing.ts'

interface CodePictureProps {
  kind: keyof Codes
  drawing: CodeDrawing
  /** What it is the code of. */
  label: string
  className: string | undefined
}

/**
 * The light ground of a code and its margin. Part of the drawing, because forced colours darken the grounds of
 * elements.
 */
export function CodeGround({ kind }: Pick<CodePictureProps, 'kind'>) {
  const { x, y } = codeMargins[kind]
  return <rect x={-x} y={-y} width="100%" height="100%" fill="#fff" />
}

/** A QR code or barcode with its light margin: dark on light whatever the theme, as readers expect. */
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
      <CodeGround kind={kind} />
      <path d={path} />
    </svg>
  )
}
