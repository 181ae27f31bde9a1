-- When a member of staff last proved to be there; null where nobody knows.
alter table staff_members add column last_sign_in_at timestamptz;
update staff_members set last_sign_in_at = (
  select max(created_at) from staff_sessions session where session.account_id = staff_members.account_id);
