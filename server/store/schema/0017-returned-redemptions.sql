-- Redemptions that staff have given back, and the entry that gave the points back. Their vouchers are void, and neither
-- the stock nor a member's maximum counts them.
-- In the order in which a redemption takes them.
lock table point_transactions, redemptions, vouchers in share row exclusive mode;
create table returned_redemptions (
  transaction_id bigint primary key references redemptions,
  entry_id bigint not null unique references point_transactions);
create trigger returned_redemptions_append_only before update or delete on returned_redemptions
  for each row execute function refuse_change();
create trigger returned_redemptions_not_emptied before truncate on returned_redemptions
  execute function refuse_change();

-- A void voucher opens no door, whichever version of the server marks it.
create function refuse_void_voucher() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if exists (select from returned_redemptions where transaction_id = new.transaction_id) then
      raise exception 'voucher % is void', new.id;
    end if;
    return new;
  end $$;
create trigger vouchers_void before update of used_at on vouchers
  for each row when (new.used_at is not null) execute function refuse_void_voucher();
