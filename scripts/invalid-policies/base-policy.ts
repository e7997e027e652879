/** Beginning of the base document, up to `meta`. */
const head = `schema_version: "1.0.0"
vertical: legaltech
regime: GDPR
effective_date: "2026-07-01"
jurisdiction: EU
`;

export const meta = `meta:
  title: Personal data in legal research
  description: What a service for legal research does with personal data.
  authority: Regulation (EU) 2016/679
  receipt_chain_required: true
  merkle_root_algorithm: SHA3-256
`;

/** List below the key `regulatory_clauses`. */
export const clauseList = `  - clause_id: GDPR-5
    title: Principles of processing
    citation: GDPR Art. 5
    full_ref: Regulation (EU) 2016/679, Article 5
    lambda_axes:
      - { axis: Λ3, label: Privacy, weight: 0.9, enforcement: mandatory }
      - { axis: Λ2, label: Accountability, weight: 0.6, enforcement: recommended }
  - clause_id: GDPR-13
    title: Information for data subjects
    citation: GDPR Art. 13
    full_ref: Regulation (EU) 2016/679, Article 13
    lambda_axes:
      - { axis: Λ1, label: Transparency, weight: 0.8, enforcement: recommended }
  - clause_id: GDPR-22
    title: Automated decisions
    citation: GDPR Art. 22
    full_ref: Regulation (EU) 2016/679, Article 22
    lambda_axes:
      - { axis: Λ9, label: Explainability, weight: 0.7, enforcement: recommended }
      - { axis: Λ4, label: Fairness, weight: 0.5, enforcement: recommended }
  - clause_id: GDPR-25
    title: Data protection by design
    citation: GDPR Art. 25
    full_ref: Regulation (EU) 2016/679, Article 25
    lambda_axes:
      - { axis: Λ3, label: Privacy, weight: 0.4, enforcement: recommended }
  - clause_id: GDPR-30
    title: Records of processing
    citation: GDPR Art. 30
    full_ref: Regulation (EU) 2016/679, Article 30
    lambda_axes:
      - { axis: Λ7, label: Auditability, weight: 0.75, enforcement: recommended }
  - clause_id: GDPR-32
    title: Security of processing
    citation: GDPR Art. 32
    full_ref: Regulation (EU) 2016/679, Article 32
    lambda_axes:
      - { axis: Λ6, label: Security, weight: 0.9, enforcement: mandatory }
      - { axis: Λ8, label: Robustness, weight: 0.55, enforcement: recommended }
  - clause_id: GDPR-35
    title: Impact assessment
    citation: GDPR Art. 35
    full_ref: Regulation (EU) 2016/679, Article 35
    lambda_axes:
      - { axis: Λ2, label: Accountability, weight: 0.65, enforcement: recommended }
`;

/** The last clause. */
export const transfers = `  - clause_id: GDPR-44
    title: Transfers to third countries
    citation: GDPR Art. 44
    full_ref: Regulation (EU) 2016/679, Article 44
    lambda_axes:
      - { axis: Λ10, label: Sovereignty, weight: 0.9, enforcement: mandatory }
`;

export const thresholds = `compliance_thresholds:
  minimum_lambda_coverage: 9
  mandatory_axes: [Λ3, Λ6, Λ10]
  receipt_retention_days: 2190
`;

export const chain = `receipt_chain:
  algorithm: SHA3-256
  chaining: merkle_dag
  quorum: 3-of-5
  nodes: [controller, processor, officer, authority, archive]
`;

/** A valid policy without findings; each invalid policy differs from it in a few characters. */
export const basePolicy = `${head}${meta}regulatory_clauses:\n${clauseList}${transfers}${thresholds}${chain}`;
