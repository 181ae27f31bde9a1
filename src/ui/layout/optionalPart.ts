import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

const nothing = () => null

/**
 * A lazy part of a page that works without it: where its chunk cannot be fetched, the page stays as it is.
 *
 * @param load imports the part
 * @param other what is shown in place of a lost part; by default nothing
 */
export function optionalPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  other: ComponentType<Props> = nothing,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => other) }))
}
