import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#src/features/home/HomePage.tsx'

export const Route = createFileRoute('/$lang/')({
  component: HomePage,
})
