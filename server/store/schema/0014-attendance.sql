-- How many of the places of a registration were taken at the door.
alter table event_registrations
  add column attended integer not null default 0 check (attended between 0 and quantity);
