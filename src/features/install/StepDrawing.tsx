/** The signs of browsers' menus, in the strokes of the app's own icons (src/ui/content/Icon.tsx). */
const drawings = {
  share: 'M12 14.5v-11m-3.5 3L12 3l3.5 3.5M8 10H5.5v11h13V10H16',
  add: 'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Zm6 4v8m-4-4h8',
  done: 'M8.5 2.5h7A2 2 0 0 1 17.5 4.5v15a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2Zm.5 9.8 2.2 2.2 3.8-4.5',
  menu: 'M12 5.5v.1m0 6.4v.1m0 6.4v.1',
} as const

interface StepDrawingProps {
  name: keyof typeof drawings
  className: string | undefined
}

export function StepDrawing({ name, className }: StepDrawingProps) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={drawings[name]} />
    </svg>
  )
}
