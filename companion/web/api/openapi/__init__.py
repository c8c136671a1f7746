"""The OpenAPI document of the JSON API."""
