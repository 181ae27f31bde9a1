import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'

/** In development only: a build omits the page, and its address is not found. */
const book = import.meta.env.DEV
  ? { component: lazyRouteComponent(() => import('#src/features/style/StylePage.tsx'), 'StylePage') }
  : {
      beforeLoad: () => {
        throw notFound()
      },
    }

export const Route = createFileRoute('/$lang/style')(book)
