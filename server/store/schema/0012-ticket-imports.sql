-- Imports of tickets: each is one record, and can be undone as a whole while nobody has used any of its tickets.
create table ticket_imports (
  id bigint generated always as identity primary key,
  -- The name of the file.
  file text not null,
  imported_at timestamptz not null,
  added integer not null,
  performances integer not null,
  unchanged integer not null,
  bad integer not null,
  undone_at timestamptz);
-- By which import a ticket or a performance came; null where that was before imports were kept.
alter table tickets add column import_id bigint references ticket_imports;
create index tickets_by_import on tickets (import_id) where import_id is not null;
alter table performances add column import_id bigint references ticket_imports;
create index performances_by_import on performances (import_id) where import_id is not null;
-- For a ticket's story, and for the undoing of an import.
create index ticket_sightings_by_ticket on ticket_sightings (ticket_no);
