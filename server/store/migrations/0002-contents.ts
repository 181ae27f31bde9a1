import { type Kysely, sql } from 'kysely'

/** The contents: everything that editors write, in one table, with its pictures. The areas of interest move there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table contents (
     id bigint generated always as identity primary key,
     group_name text not null,
     key text not null,
     position integer not null,
     fields jsonb not null,
     texts jsonb not null,
     updated_at timestamptz not null default now(),
     unique (group_name, key))`,
  `create table images (
     name text primary key,
     address text not null unique,
     media_type text not null check (media_type in ('image/svg+xml', 'image/png', 'image/jpeg', 'image/webp')),
     bytes bytea not null,
     hash text not null,
     width integer not null check (width > 0),
     height integer not null check (height > 0))`,
  // Every import replaces it: a changed version invalidates everything cached for the contents.
  `create table contents_version (
     single boolean primary key default true check (single),
     version uuid not null default gen_random_uuid(),
     imported_at timestamptz)`,
  `insert into contents_version default values`,
  `insert into contents (group_name, key, position, fields, texts)
     select 'instruments', id, position, '{}', jsonb_build_object('name', name) from instruments order by position`,
  `drop table instruments`,
]
