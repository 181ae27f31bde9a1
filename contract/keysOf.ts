/** The keys of a table, in its order. A bundle has only those that it uses. */
/* @__NO_SIDE_EFFECTS__ */
export function keysOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table).filter((key): key is keyof Table & string => Object.hasOwn(table, key))
}

/** A value for each key. */
export function recordOf<Key extends string, V>(keys: readonly Key[], valueOf: (key: Key) => V): Record<Key, V>
export function recordOf<Key extends string>(
  keys: readonly Key[],
  valueOf: (key: Key) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)]))
}
