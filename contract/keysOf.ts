/** The keys of a table, in its order. */
export function keysOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table).filter((key): key is keyof Table & string => Object.hasOwn(table, key))
}
