-- Webhooks and idempotency keys (docs/decisions/0078, 0079). Expands: a program of migration 36 may run beside.

-- What an endpoint is told next, in its order.
create index webhook_deliveries_in_order on webhook_deliveries (endpoint_id, event_id) where state = 'waiting';
create index webhook_deliveries_given_up on webhook_deliveries (endpoint_id) where state = 'dead';

-- Somebody came in by a scan that counts: not by one that an offline gate should have refused, nor by one that was undone before it was written.
create or replace trigger check_ins_told after insert on check_ins for each row
  when (new.direction = 'in' and new.undone_at is null and new.fault is null) execute function tell_of_check_in();

-- Whether an order that was written without an answer is that of a key. request_hash is keyed with the secret of the deployment.
create index idempotency_keys_by_subject on idempotency_keys (subject);
