import { type Credentials, callFirestore, documentsResource, type Refusal } from "./rest.ts";

/** The number of documents that a query of Firestore's REST API finds; one read for each thousand of them. */
export async function countDocuments(
  credentials: Credentials,
  structuredQuery: object,
): Promise<{ count: number } | { refusal: Refusal }> {
  const outcome = await callFirestore<{ result: { aggregateFields: { count: { integerValue: string } } } }[]>(
    credentials,
    "POST",
    documentsResource("runAggregationQuery"),
    { structuredAggregationQuery: { structuredQuery, aggregations: [{ alias: "count", count: {} }] } },
  );
  if ("refusal" in outcome) return outcome;
  return { count: Number(outcome.result[0]?.result.aggregateFields.count.integerValue ?? 0) };
}
