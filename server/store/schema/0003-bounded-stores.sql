-- A payment whose reference is known from another order is refunded, too.
alter table payments drop constraint payments_refund_reason_check;
alter table payments add constraint payments_refund_reason_check check (refund_reason in (
  'unknown_order', 'wrong_merchant', 'wrong_currency', 'wrong_amount',
  'order_paid', 'known_payment', 'inactive', 'already_held', 'invalid_tier', 'not_awaited', 'rejected'));

-- Accounts whose address nobody has proved, by age: they are deleted.
create index members_unproved on members (created_at) where not email_verified and not provider_email_verified;
create index identity_accounts_unproved on identity_accounts (created_at) where not email_verified;
