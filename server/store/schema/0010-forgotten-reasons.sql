-- What staff have written about a member goes with the account: reasons are emptied, and nothing else of an act or an
-- adjustment ever changes.
create function refuse_all_but_forgetting() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if tg_op = 'UPDATE' and coalesce(new.reason, '') = '' and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
      return new;
    end if;
    raise exception '% is append-only', tg_table_name;
  end $$;
drop trigger staff_acts_append_only on staff_acts;
create trigger staff_acts_append_only before update or delete on staff_acts
  for each row execute function refuse_all_but_forgetting();
alter table point_adjustments drop constraint point_adjustments_reason_check;
drop trigger point_adjustments_append_only on point_adjustments;
create trigger point_adjustments_append_only before update or delete on point_adjustments
  for each row execute function refuse_all_but_forgetting();

-- Empties the reasons of what was done with a closed account. The owner's function: the server's role may not change
-- these tables, and by this only what it says of closed accounts.
create function forget_reasons_of(member uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update staff_acts set reason = null where member_id = member and reason is not null
    and not exists (select from members where id = member and active);
  update point_adjustments set reason = '' where transaction_id in (
      select id from point_transactions where member_id = member)
    and not exists (select from members where id = member and active) $$;

-- Those of accounts that are deleted already.
update staff_acts set reason = null where reason is not null
  and member_id in (select member_id from account_closures where completed_at is not null);
update point_adjustments set reason = '' where transaction_id in (
  select id from point_transactions
  where member_id in (select member_id from account_closures where completed_at is not null));
