-- Acts that can be undone for a while, by the database's clock: servers' clocks differ. Undoing locks the row first.
create table undoable_acts (
  act_id bigint primary key references staff_acts,
  ends_at timestamptz not null default clock_timestamp() + interval '30 seconds',
  -- What was there before, as far as the act does not say so; emptied after a day.
  facts jsonb not null default '{}',
  -- The act that has undone it.
  undone_by bigint unique references staff_acts);

-- A mail about such an act waits until it cannot be undone any more, and goes with it.
alter table mailbox add column act_id bigint references undoable_acts;
create index mailbox_by_act on mailbox (act_id) where act_id is not null;
