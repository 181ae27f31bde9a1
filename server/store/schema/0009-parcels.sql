-- Where a redemption is that goes by post: without a row it is ordered. Closing an account removes the tracking note.
create table parcels (
  transaction_id bigint primary key references deliveries,
  state text not null check (state in ('packed', 'sent', 'returned')),
  changed_at timestamptz not null,
  tracking text);
