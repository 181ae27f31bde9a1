-- What the airline calls a conversion, once it has answered.
alter table miles_conversions add column airline_reference text check (airline_reference <> '');
