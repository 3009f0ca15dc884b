-- Orders that ended without a payment lose what they know of their visitors after some weeks (docs/decisions/0044).

-- When they lost it. Money that comes after that goes back: nobody knows whom the tickets would belong to.
alter table orders add column emptied_at timestamptz;

-- What is still to be emptied, and nothing else: an order leaves this index by being emptied, and one whose visitor never gave
-- anything is never in it.
create index orders_with_unpaid_data on orders (expires_at)
  where status in ('expired', 'cancelled') and (customer_info <> '[]' or email is not null or member_id is not null);
