-- A closure that is completed is final, whoever asks: neither it nor the account comes back. So what staff have written
-- about a member is emptied only where that costs the account. The server's role writes `members.active` and closures
-- at will: alone they said nothing.
create function refuse_reopening() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if exists (select from account_closures where member_id = new.id and completed_at is not null) then
      raise exception 'the data of this account is deleted';
    end if;
    return new;
  end $$;
create trigger members_deleted before update of active on members for each row
  when (new.active and not old.active) execute function refuse_reopening();
create trigger account_closures_final before update on account_closures for each row
  when (old.completed_at is not null and (new.completed_at is null or new.member_id <> old.member_id))
  execute function refuse_change();
create trigger account_closures_kept before delete on account_closures for each row
  when (old.completed_at is not null) execute function refuse_change();

-- Completes the closure of an account with it; without one, nothing is emptied.
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
    update staff_acts set reason = null where member_id = member and reason is not null;
    update point_adjustments set reason = '' where transaction_id in (
      select id from point_transactions where member_id = member);
  end $$;
