-- Everything that editors write.

-- Entries of all groups, such as rewards, events and questions.
create table contents (
  id bigint generated always as identity primary key,
  group_name text not null,
  key text not null,
  position integer not null,
  fields jsonb not null,
  texts jsonb not null,
  updated_at timestamptz not null default now(),
  unique (group_name, key));

-- The pictures of the contents, as editors supplied them.
create table images (
  name text primary key,
  address text not null unique,
  media_type text not null check (media_type in ('image/svg+xml', 'image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null,
  hash text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0));

-- One row. Every import replaces the version, which invalidates everything that is cached of the contents.
create table contents_version (
  single boolean primary key default true check (single),
  version uuid not null default gen_random_uuid(),
  imported_at timestamptz);
insert into contents_version default values;
