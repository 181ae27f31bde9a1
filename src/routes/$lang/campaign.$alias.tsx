import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/$lang/campaign/$alias')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/$lang/campaign/$alias"!</div>
}
