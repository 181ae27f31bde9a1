-- Card payments. Orders and payments are never deleted, and a paid order stays paid.

-- What a member is asked to pay for. An order waits for its payment.
create table payment_orders (
  order_ref text primary key check (char_length(order_ref) between 1 and 35),
  member_id uuid not null references members,
  purpose text not null check (purpose in ('tier', 'youth')),
  state text not null check (state in ('created', 'sent', 'paid', 'failed', 'cancelled', 'expired')),
  amount numeric(12, 2) not null check (amount > 0),
  currency text not null,
  merchant_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  changed_at timestamptz not null);
create index payment_orders_by_member on payment_orders (member_id);
create index payment_orders_open on payment_orders (expires_at) where state in ('created', 'sent');
create trigger payment_orders_paid before update on payment_orders for each row
  when (old.state = 'paid' or (old.order_ref, old.member_id, old.purpose, old.amount, old.currency, old.merchant_id)
    is distinct from (new.order_ref, new.member_id, new.purpose, new.amount, new.currency, new.merchant_id))
  execute function refuse_change();
create trigger payment_orders_kept before delete on payment_orders for each row execute function refuse_change();
create trigger payment_orders_not_emptied before truncate on payment_orders execute function refuse_change();

-- What the gateway has taken, by its PayRef, whatever it was for: it gave a membership, moved an application of the
-- young audience scheme, or has to be refunded.
create table payments (
  pay_ref text primary key,
  order_ref text references payment_orders,
  given_ref text not null,
  amount text not null,
  currency text not null,
  received_at timestamptz not null,
  outcome text not null check (outcome in ('membership', 'youth', 'refund')),
  -- `known_payment`: its reference is known from another order.
  refund_reason text check (refund_reason in (
    'unknown_order', 'wrong_merchant', 'wrong_currency', 'wrong_amount',
    'order_paid', 'known_payment', 'inactive', 'already_held', 'invalid_tier', 'not_awaited', 'rejected')),
  refunded_at timestamptz,
  refund_note text,
  check ((outcome = 'refund') = (refund_reason is not null)),
  check (outcome = 'refund' or order_ref is not null),
  check ((refunded_at is null) = (refund_note is null)),
  check (refunded_at is null or outcome = 'refund'));
create index payments_by_order on payments (order_ref);
create index payments_to_refund on payments (received_at) where outcome = 'refund' and refunded_at is null;
create trigger payments_fixed before update on payments for each row
  when ((old.pay_ref, old.order_ref, old.given_ref, old.amount, old.currency, old.received_at)
    is distinct from (new.pay_ref, new.order_ref, new.given_ref, new.amount, new.currency, new.received_at))
  execute function refuse_change();
create trigger payments_kept before delete on payments for each row execute function refuse_change();
create trigger payments_not_emptied before truncate on payments execute function refuse_change();

-- The payment simulator's own records: what its card page was asked for, and the datafeeds that it still has to
-- deliver.
create table simulated_payments (
  id uuid primary key,
  number bigint generated always as identity,
  form jsonb not null,
  state text not null default 'open' check (
    state in ('open', 'charged', 'declined', 'not_authenticated', 'cancelled')),
  created_at timestamptz not null,
  datafeed text,
  due_at timestamptz,
  attempts integer not null default 0,
  check (due_at is null or datafeed is not null));
create index simulated_payments_due on simulated_payments (due_at) where due_at is not null;
create index simulated_payments_by_age on simulated_payments (created_at);
