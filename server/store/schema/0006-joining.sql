-- Joining on one screen: an account is made with the terms accepted, and a mailed code verifies its address.

-- When whoever made the account accepted the privacy policy and the terms; null where nobody was asked.
alter table identity_accounts add column consented_at timestamptz;

-- The code of a mail beside its link, hashed like a password: it works for less long, and for a few tries.
alter table identity_links add column code_hash text;
alter table identity_links add column code_expires_at timestamptz;
alter table identity_links add column code_tries smallint not null default 0;
