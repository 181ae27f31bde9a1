-- When a key stops counting, because another one has taken its place; null for one that goes on.
alter table signing_keys add column retires_at timestamptz;
