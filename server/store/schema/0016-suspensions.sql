-- Since when staff have suspended a member, and why, in words that the member reads. Not `active`, which is whether the
-- account is open: a suspended member signs in, reads and collects as before, and spends nothing.
alter table members
  add column suspended_at timestamptz,
  add column suspended_reason text,
  add constraint members_suspension check ((suspended_at is null) = (suspended_reason is null));

-- That somebody was suspended stays, as its act does; why goes with the account, whichever version of the server
-- completes its closure.
create or replace function forget_reasons_of(member uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    perform from members where id = member and not active for no key update;
    if not found then return; end if;
    update account_closures set completed_at = now()
      where member_id = member and undone_at is null and completed_at is null;
    if not exists (select from account_closures where member_id = member and completed_at is not null) then
      return;
    end if;
    update members set suspended_reason = '' where id = member and suspended_at is not null;
    update staff_acts set reason = null where member_id = member and reason is not null;
    update point_adjustments set reason = '' where transaction_id in (
      select id from point_transactions where member_id = member);
  end $$;
