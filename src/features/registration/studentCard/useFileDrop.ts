import { type DragEvent, useEffect, useState } from 'react'

const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes('Files') ?? false

/**
 * Takes a file that is dropped on an element. Beside it, a dropped file does not replace the page, and with it the
 * form.
 */
export function useFileDrop(onFile: (file: File) => void) {
  const [isDragging, setDragging] = useState(false)
  useEffect(() => {
    const keepPage = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    addEventListener('dragover', keepPage)
    addEventListener('drop', keepPage)
    return () => {
      removeEventListener('dragover', keepPage)
      removeEventListener('drop', keepPage)
    }
  }, [])
  return {
    isDragging,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (hasFiles(event)) setDragging(true)
      },
      onDragLeave: () => setDragging(false),
      onDrop: (event: DragEvent) => {
        setDragging(false)
        const [file] = event.dataTransfer.files
        if (file === undefined) return
        event.preventDefault()
        onFile(file)
      },
    },
  }
}
