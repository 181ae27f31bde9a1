import { codeMargins, type CodeDrawing, type Codes } from '#src/ui/codes/codeDrawing.ts'
import { CodeGround, CodePicture } from '#src/ui/codes/CodePicture.tsx'

interface CardCodeProps {
  kind: keyof Codes
  /** Null: to be filled in before the app starts. */
  drawing: CodeDrawing | null
  label: string
  className: string | undefined
}

/** A code of the member number. */
export function CardCode({ drawing, ...code }: CardCodeProps) {
  if (drawing !== null) return <CodePicture {...code} drawing={drawing} />
  const { kind, label, className } = code
  const { x, y } = codeMargins[kind]
  return (
    <svg
      className={className}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      data-card-code={kind}
      data-margin-x={x}
      data-margin-y={y}
    >
      <CodeGround kind={kind} />
      <path />
    </svg>
  )
}
