"""A service loads its catalog when it starts: 40,000 products with their offers, as objects of an ORM."""

import gc
import sys

from sqlalchemy import ForeignKey, create_engine, insert, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, selectinload

PRODUCTS = 40_000


class Base(DeclarativeBase):
    pass


class Product(Base):
    __tablename__ = 'product'
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    offers: Mapped[list['Offer']] = relationship(back_populates='product')


class Offer(Base):
    __tablename__ = 'offer'
    id: Mapped[int] = mapped_column(primary_key=True)
    product_id: Mapped[int] = mapped_column(ForeignKey('product.id'))
    seller: Mapped[str]
    cents: Mapped[int]
    product: Mapped[Product] = relationship(back_populates='offers')


def make_database():
    engine = create_engine('sqlite://')
    Base.metadata.create_all(engine)
    products = [{'id': i, 'name': f'Product {i}'} for i in range(PRODUCTS)]
    offers = [
        {'product_id': i, 'seller': f'Seller {(i * 7 + n) % 500}', 'cents': 100 + (i * 31 + n * 17) % 9000}
        for i in range(PRODUCTS)
        for n in range(4)
    ]
    with engine.begin() as connection:
        connection.execute(insert(Product), products)
        connection.execute(insert(Offer), offers)
    return engine


def load(session):
    return session.scalars(select(Product).options(selectinload(Product.offers))).all()


def load_fixed(session):
    gc.disable()
    products = load(session)
    gc.freeze()
    gc.enable()
    return products


if __name__ == '__main__':
    with Session(make_database()) as session:
        products = (load_fixed if 'fixed' in sys.argv else load)(session)
        print(sum(min(offer.cents for offer in product.offers) for product in products))
