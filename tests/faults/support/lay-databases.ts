import { layDatabase } from '../../helpers/exchange-process';
import { layServer } from '../../helpers/postgres';

/** Before the first of these tests: each of the first ones would lay both by itself, and take the time for that of a start. */
export default async function layDatabases(): Promise<void> {
  await Promise.all([layDatabase(), layServer()]);
}
