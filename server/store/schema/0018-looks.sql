-- Whoever looks at a member leaves one act a day of Hong Kong, however often and through how many servers.
create unique index staff_acts_looks
  on staff_acts (member_id, actor, coalesce(role, ''), action, ((at at time zone 'Asia/Hong_Kong')::date))
  where action in ('member_read', 'member_search');
