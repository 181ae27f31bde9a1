import type { ColumnType } from 'kysely'

export type Created = ColumnType<Date, Date | undefined, never>
export type Timestamp = ColumnType<Date, Date, Date>
export type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>
export type NullableText = ColumnType<string | null, string | null | undefined, string | null>
