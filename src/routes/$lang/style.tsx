import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'

/** In development alone: a build leaves the page out, and there is nothing at its address. */
const book = import.meta.env.DEV
  ? { component: lazyRouteComponent(() => import('#src/features/style/StylePage.tsx'), 'StylePage') }
  : {
      beforeLoad: () => {
        throw notFound()
      },
    }

export const Route = createFileRoute('/$lang/style')(book)
