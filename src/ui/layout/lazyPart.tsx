import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  lazy,
  type ReactNode,
  Suspense,
  useState,
} from 'react'

/** A part of a page in a chunk of its own. `load` fetches it before it is drawn: it is then there at once. */
export type LazyPart<Props> = FunctionComponent<Props> & { load: () => Promise<void> }

/**
 * A part of a page that is loaded when it is first drawn. Where its chunk cannot be fetched, the page fails.
 *
 * @param load imports the part
 * @param fallback is shown while it loads
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    const part = loaded ?? (await load())
    loaded ??= part
    return loaded
  }
  const Lazy: ComponentType<Props> = lazy(async () => ({ default: await loadOnce() }))
  function Part(props: Props) {
    // As it was drawn first: another component would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return <Suspense fallback={fallback}>{createElement(Shown, props)}</Suspense>
  }
  return Object.assign(Part, { load: async () => void (await loadOnce()) })
}

const nothing = () => null

/**
 * A lazy part of a page that works without it, where its chunk cannot be fetched.
 *
 * @param load imports the part
 * @param options.fallback is shown while it loads
 * @param options.other is shown in place of a lost part; by default nothing
 */
export function optionalPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback, other = nothing }: { fallback?: ReactNode; other?: ComponentType<Props> } = {},
): LazyPart<Props> {
  return lazyPart(() => load().catch(() => other), fallback)
}
